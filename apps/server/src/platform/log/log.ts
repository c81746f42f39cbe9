import { omitUndefined } from '@recto/omit-undefined'
import pino, { type DestinationStream, type Logger } from 'pino'
import type { Config } from '../config/config.ts'
import { getTraceIds } from '../tracing/spans.ts'
import { quietStorageErrors } from './quiet-storage-errors.ts'

export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error' | 'child'>

/** A log that cannot be written, because its disk is full or its reader is gone, must not end the process. */
function openStandardError(): DestinationStream {
  const destination = pino.destination({ dest: 2, sync: true })
  destination.on('error', () => {})
  return destination
}

/** Writes one JSON object a line to standard error, so that standard output stays for people. */
export function openLog(
  { logLevel, tracing }: Pick<Config, 'logLevel'> & Partial<Pick<Config, 'tracing'>>,
  destination: DestinationStream = openStandardError(),
): Logger {
  return pino(
    {
      level: logLevel,
      base: null,
      ...omitUndefined({ mixin: tracing && getTraceIds }),
      hooks: { logMethod: quietStorageErrors() },
      redact: {
        paths: ['req.headers.authorization', 'req.headers.cookie', '*.password', '*.api_key'],
        remove: true,
      },
    },
    destination,
  )
}
