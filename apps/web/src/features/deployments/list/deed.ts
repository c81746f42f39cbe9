/** Actions on a deployment that open a dialog. */
export type Deed = 'edit' | 'keys' | 'snippets' | 'notifications' | 'runs' | 'share' | 'delete'
