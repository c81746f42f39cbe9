import { connectorSettings } from '../kit/connector/connector-settings.ts'
import { defineConnector } from '../kit/connector/define-connector.ts'
import { openSql } from '../kit/connector/sql/open-sql.ts'
import { connectSqlite, explainSqlite, sqliteDialect } from '../kit/connector/sql/sqlite.ts'
import { text } from '../kit/fields.ts'

const settings = connectorSettings({
  title: 'SQLite file',
  connectorName: 'SQLite file',
  fields: {
    path: text({
      title: 'Path',
      prefill: '',
      description:
        'A SQLite file on the machine that runs the server. It must be inside a folder that the server’s operator allows.',
    }),
  },
})

export const sqlite = defineConnector({
  id: 'sqlite|1f7cbfa1-2f5d-42c3-b199-dc2084234391',
  kind: 'database-connector',
  name: 'SQLite file',
  description: 'Tables in a SQLite file on the machine that runs the server.',
  icon: '/api/v1/static/icons/connector-icons/SQLite.svg',
  needsFolders: true,
  settings,
  hints: {
    'not-found': 'Check “Path”.',
    unauthorised: 'Check the permissions of the file in “Path”.',
  },
  translate: explainSqlite,
  open: ({ path }, { call, folders }) =>
    openSql({
      dialect: sqliteDialect,
      call,
      connect: (signal) => connectSqlite(path, folders, signal),
    }),
})
