import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { adapterName, settingsSchema } from './settings-schema.ts'

/** What every provider without a service behind it says. */
export const noOpSentence = 'This is a sample response from a no op adapter.'

/** Forms send the waiting time as text, and its default is text. */
export const noOpSettings = z.object({ wait_time: z.coerce.number().min(0).default(0) })

export const noOpSchema = (title: string, name = '') =>
  settingsSchema({
    title,
    required: ['adapter_name', 'wait_time'],
    properties: {
      adapter_name: adapterName(name),
      wait_time: {
        type: 'number',
        title: 'Wait time (in seconds)',
        default: '0',
        description: 'How long to wait before the fixed answer is given, to try out load.',
      },
    },
  })

export const wait = (seconds: number, signal?: AbortSignal): Promise<void> =>
  delay(seconds * 1000, undefined, signal ? { signal } : {})
