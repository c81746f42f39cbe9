import { rethrowWithWireFields } from '../../platform/rethrow-with-wire-fields.ts'

/** Gives a refusal back under the fields that were sent. Settings have the same names internally and on the wire. */
export const toConnectionRefusal = (
  noun: 'adapter' | 'connector',
  settings: object | undefined,
  otherFields: Readonly<Record<string, string>>,
) =>
  rethrowWithWireFields({
    providerId: `${noun}_id`,
    name: `${noun}_name`,
    ...otherFields,
    ...Object.fromEntries(
      Object.keys(settings ?? {}).map((name) => [`settings.${name}`, `${noun}_metadata.${name}`]),
    ),
  })
