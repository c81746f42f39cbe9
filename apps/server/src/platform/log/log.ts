import { omitUndefined } from '@recto/omit-undefined'
import pino, { type DestinationStream, type Logger } from 'pino'
import type { Config } from '../config/config.ts'
import { getTraceIds } from '../tracing/spans.ts'
import { quietStorageErrors } from './quiet-storage-errors.ts'

export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error' | 'child'>

/** Writes one JSON object a line to standard error, so that standard output stays for people. */
export function openLog(
  { logLevel, tracing }: Pick<Config, 'logLevel'> & Partial<Pick<Config, 'tracing'>>,
  destination: DestinationStream = pino.destination({ dest: 2, sync: true }),
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
