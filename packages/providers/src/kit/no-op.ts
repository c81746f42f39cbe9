import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { defineSettings } from './define-settings.ts'

/** Response of every provider without a service. */
export const noOpSentence = 'This is a sample response from a no op adapter.'

export const noOpSettings = (title: string, adapterName = '') =>
  defineSettings({
    title,
    adapterName,
    alsoRequired: ['wait_time'],
    fields: {
      // Existing clients know the default as text and no minimum.
      wait_time: z.coerce.number().min(0).default(0).meta({
        title: 'Wait time (in seconds)',
        default: '0',
        minimum: undefined,
        description: 'How long to wait before returning the fixed answer, for load tests.',
      }),
    },
  })

export const wait = (seconds: number, signal?: AbortSignal): Promise<void> =>
  delay(seconds * 1000, undefined, signal ? { signal } : {})
