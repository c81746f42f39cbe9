import { connectorSettings } from '../kit/connector/connector-settings.ts'
import { defineConnector } from '../kit/connector/define-connector.ts'
import { DriveStore } from '../kit/connector/google/drive-store.ts'
import { IdFiles } from '../kit/connector/ids/id-files.ts'
import { openFiles } from '../kit/connector/open-files.ts'

export const googleDrive = defineConnector({
  id: 'gdrive|3ac4b966-9136-4261-944a-bdbfc51cd21c',
  kind: 'file-connector',
  name: 'Google Drive',
  description:
    'The folders in a Google Drive. Google Docs are read as PDF files, and Google Sheets as Excel files.',
  icon: '/icons/connector-icons/Google%20Drive.png',
  signIn: 'google-oauth2',
  settings: connectorSettings({
    title: 'Google Drive',
    connectorName: 'Google Drive',
    fields: {},
  }),
  hints: { unauthorised: 'Sign in again with an account that can access these files.' },
  open: (_, { call, accessToken, withToken }) =>
    openFiles(call, new IdFiles(new DriveStore(withToken(accessToken)))),
})
