import { defineProvider } from '../kit/define-provider.ts'
import { defineSettings } from '../kit/define-settings.ts'
import { choiceOfFlag, portField, secret, text } from '../kit/fields.ts'
import { vectorsInPostgres } from '../kit/postgres-vectors.ts'

export const postgres = defineProvider({
  id: 'postgres|70ab6cc2-e86a-4e5a-896f-498a95022d34',
  kind: 'vector-db',
  name: 'Postgres',
  description: 'A table on your own PostgreSQL server. No extension is needed.',
  icon: '/icons/adapter-icons/postgres.png',

  settings: defineSettings({
    title: 'Postgres Vector DB',
    alsoRequired: ['port'],
    fields: {
      database: text({ title: 'Database', description: 'The name of the database.' }),
      host: text({ title: 'Host', description: 'The host name or IP address of the server.' }),
      port: portField(5432),
      user: text({ title: 'User', description: 'A user who can create a table and write to it.' }),
      password: secret({
        title: 'Password',
        prefill: '',
        description: 'The user’s password.',
      }),
      enable_ssl: choiceOfFlag({
        title: 'Enable SSL',
        description: 'Encrypts the connection. The server’s certificate is not checked.',
      }).default(true),
    },
  }),

  open: ({ enable_ssl: isEncrypted, ...settings }, context) =>
    vectorsInPostgres({ ...settings, isEncrypted }, context),
  check: (db) => db.testConnection(),
})
