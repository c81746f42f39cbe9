/** Actions on an app that open a dialog. */
export type AppDeed = 'edit' | 'share' | 'delete'
