import type { Organization } from './account.ts'

/** Whether it is a placeholder, which has neither people nor data. */
export const isPlaceholder = ({ name }: Organization): boolean => name === 'mock_org'
