export { NotificationsDialog } from './NotificationsDialog.tsx'
