/** What can be done to a deployment in a dialog. */
export type Deed = 'edit' | 'keys' | 'snippets' | 'notifications' | 'runs' | 'share' | 'delete'
