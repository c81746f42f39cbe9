import { boxToken, readBoxApp } from '../kit/connector/box/box-access.ts'
import { BoxStore } from '../kit/connector/box/box-store.ts'
import { connectorSettings } from '../kit/connector/connector-settings.ts'
import { defineConnector } from '../kit/connector/define-connector.ts'
import { IdFiles } from '../kit/connector/ids/id-files.ts'
import { openFiles } from '../kit/connector/open-files.ts'
import { secret } from '../kit/fields.ts'

const title = 'Box App Settings JSON'

export const box = defineConnector({
  id: 'box|4d94d237-ce4b-45d8-8f34-ddeefc37c0bf',
  kind: 'file-connector',
  name: 'Box connector',
  description: 'The folders that a Box app can access.',
  icon: '/icons/connector-icons/Box.png',
  settings: connectorSettings({
    title: 'Box Connector',
    connectorName: 'Box connector',
    fields: {
      box_app_settings: secret({
        title,
        description:
          'The configuration JSON that Box provides for an app with server authentication (JWT).',
      }),
    },
  }),
  hints: {
    unauthorised: `Check “${title}”, and make sure that a Box admin in your enterprise has authorized the app.`,
  },
  open({ box_app_settings: json }, { call, fetch, withToken }) {
    const ask = withToken(boxToken(readBoxApp(json, title), fetch))
    return openFiles(call, new IdFiles(new BoxStore({ ask, fetch })))
  },
})
