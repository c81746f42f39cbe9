import { z } from 'zod'
import { adapterName, settingsSchema } from './settings-schema.ts'

/** Built-in adapters have a name and nothing to set. */
export const builtInSettings = z.object({})

export const builtInSchema = (title: string, description: string) =>
  settingsSchema({
    title,
    description,
    required: ['adapter_name'],
    properties: { adapter_name: adapterName() },
  })
