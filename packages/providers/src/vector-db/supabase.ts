import { defineProvider } from '../kit/define-provider.ts'
import { defineSettings } from '../kit/define-settings.ts'
import { portField, secret, text } from '../kit/fields.ts'
import { vectorsInPostgres } from '../kit/postgres-vectors.ts'

export const supabase = defineProvider({
  id: 'supabase|e6998e3c-3595-48c0-a190-188dbd803858',
  kind: 'vector-db',
  name: 'Supabase',
  description: 'A table in the database of a Supabase project.',
  icon: '/icons/adapter-icons/supabase.png',

  settings: defineSettings({
    title: 'Supabase Vector DB',
    alsoRequired: ['port'],
    fields: {
      database: text({
        title: 'Database',
        description: 'The name of the database, usually postgres.',
      }),
      host: text({
        title: 'Host',
        prefill: '',
        description: 'The host of the project, as shown in its connection settings.',
      }),
      port: portField(5432),
      user: text({ title: 'User', description: 'The user, as shown in the connection settings.' }),
      password: secret({ title: 'Password', description: 'The database password.' }),
    },
  }),

  open: (settings, context) => vectorsInPostgres({ ...settings, isEncrypted: true }, context),
  check: (db) => db.testConnection(),
})
