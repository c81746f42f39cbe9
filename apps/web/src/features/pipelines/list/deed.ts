/** What can be done to a pipeline in a dialog. */
export type RowDeed = 'edit' | 'keys' | 'notifications' | 'runs' | 'share' | 'delete'
