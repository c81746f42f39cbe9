import type { Organization } from './account.ts'

/** An organization that stands for none: it has neither people nor data. */
export const isPlaceholder = ({ name }: Organization): boolean => name === 'mock_org'
