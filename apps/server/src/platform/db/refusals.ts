const unique = '23505'
const referred = ['23001', '23503']

const codeOf = (error: unknown) => (error as { code?: string } | null)?.code ?? ''

/** The database refused a row because another has its name. */
export const isNameTaken = (error: unknown) => codeOf(error) === unique

/** The database refused to delete what another row refers to, or to refer to what is gone. */
export const breaksReference = (error: unknown) => referred.includes(codeOf(error))
