import { z } from 'zod'
import { patternText } from '../fields.ts'

/** A port as forms send it: a number, most often as text. */
export const portNumber = z.coerce.number('must be a port number').int().min(1).max(65_535)

/** The field of a form for it. */
export const portText = (prefill: string) =>
  patternText(
    { title: 'Port', prefill, description: 'The port that the server listens on.' },
    /^\d{1,5}$/,
    'must be a port number',
  )
