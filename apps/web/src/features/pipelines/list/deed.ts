/** Actions on a pipeline that open a dialog. */
export type RowDeed = 'edit' | 'keys' | 'notifications' | 'runs' | 'share' | 'delete'
