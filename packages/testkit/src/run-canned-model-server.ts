import { createHash } from 'node:crypto'
import { appendFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { omitUndefined } from '@recto/omit-undefined'
import { type Exchange, type ScriptedReply, startCannedModelServer } from './canned-model-server.ts'

/**
 * The canned model server as a process of its own, for tests that kill processes and for benchmarks:
 *
 *     node run-canned-model-server.ts [--port N] [--latency MS] [--log FILE.jsonl]
 *                                     [--reply TEXT | --reply-module FILE.ts] [--with-parent]
 *
 * With `--with-parent` it ends when its standard input does.
 * A reply module exports `reply`, a text, an object or a function of the request. The log gets a
 * line when a request comes in (`event: received`) and one when it has ended (`event: ended`).
 * The address is printed as soon as the server listens.
 */
const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '0' },
    latency: { type: 'string', default: '0' },
    log: { type: 'string' },
    reply: { type: 'string' },
    'reply-module': { type: 'string' },
    'with-parent': { type: 'boolean' },
  },
})

async function loadReply(): Promise<{ reply?: ScriptedReply }> {
  if (values['reply-module'])
    return (await import(pathToFileURL(values['reply-module']).href)) as { reply: ScriptedReply }
  return values.reply === undefined ? {} : { reply: values.reply }
}

/** Written at once and in order, so that the log is whole wherever a process is killed. */
function log(event: 'received' | 'ended', exchange: Exchange): void {
  if (!values.log) return
  const {
    id,
    method,
    path,
    idempotencyKey,
    isKept,
    call,
    at: receivedAt,
    repliedAt,
    status,
    outcome,
  } = exchange
  const promptSha256 =
    call &&
    createHash('sha256')
      .update(call.system + call.prompt)
      .digest('hex')
  const commonFields = {
    event,
    id,
    method,
    path,
    idempotencyKey,
    isKept,
    model: call?.model,
    promptSha256,
  }
  const line =
    event === 'received'
      ? { ...commonFields, at: receivedAt }
      : { ...commonFields, at: repliedAt, status, outcome }
  appendFileSync(values.log, `${JSON.stringify(line)}\n`)
}

const { reply } = await loadReply()
const server = await startCannedModelServer({
  port: Number(values.port),
  latencyMs: Number(values.latency),
  ...omitUndefined({ reply }),
  onReceived: (exchange) => log('received', exchange),
  onEnded: (exchange) => log('ended', exchange),
})
process.stdout.write(`${server.url}\n`)

// Answers that are still to come keep nobody waiting.
const stop = () => void server.close().finally(() => process.exit())
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop)
if (values['with-parent']) process.stdin.once('close', stop).resume()
