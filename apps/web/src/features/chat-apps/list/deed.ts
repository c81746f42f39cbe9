/** What can be done to an app in a dialog. */
export type AppDeed = 'edit' | 'share' | 'delete'
