const unique = '23505'
const referred = ['23001', '23503']

const codeOf = (error: unknown) => (error as { code?: string } | null)?.code ?? ''

export const isNameTaken = (error: unknown) => codeOf(error) === unique
export const isStillReferred = (error: unknown) => referred.includes(codeOf(error))
