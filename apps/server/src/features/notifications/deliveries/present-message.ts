import type { NotificationRow } from '../notifications.store.ts'

type Payload = Readonly<Record<string, unknown>>

/**
 * Builds the message for the receiver: flat keys that receivers know, or blocks for a Slack
 * channel.
 */
export function messageFor(
  platform: NotificationRow['platform'],
  { batch, ...payload }: Payload,
): unknown {
  const knownFields = sortFields(payload)
  if (!Array.isArray(batch)) {
    return platform === 'SLACK' ? slackMessage(knownFields) : apiMessage(knownFields)
  }
  const runs = batch.map(sortFields)
  if (platform === 'SLACK') {
    return runs.length === 1 ? slackMessage(knownFields) : slackSummary(runs)
  }
  // Receivers of single messages find the keys of a single run where they always were.
  return { ...(runs.length === 1 && apiMessage(knownFields)), ...envelopeOf(runs) }
}

/** Sorts the fields for a message, and leaves out those without a value. */
const sortFields = (payload: Payload): Payload =>
  Object.fromEntries(
    Object.entries(payload)
      .filter(([, value]) => value !== null && value !== undefined)
      .toSorted(([a], [b]) => positionOf(a) - positionOf(b)),
  )

const successes: ReadonlySet<unknown> = new Set(['SUCCESS', 'COMPLETED'])

const isFailure = ({ status, failed_files }: Payload): boolean =>
  !successes.has(status) || Number(failed_files ?? 0) > 0

const countOutcomes = (runs: readonly Payload[]) => {
  const failureCount = runs.filter(isFailure).length
  return { total: runs.length, succeeded: runs.length - failureCount, failed: failureCount }
}

/** The message about several runs. */
const envelopeOf = (runs: readonly Payload[]) => ({
  summary: countOutcomes(runs),
  events: runs.map((run) => ({ ...apiMessage(run), is_failure: isFailure(run) })),
})

/** Slack takes at most 50 blocks. */
const maxSlackRuns = 40

function slackSummary(runs: readonly Payload[]) {
  const counts = countOutcomes(runs)
  const text = `${counts.total} runs ended: ${counts.succeeded} succeeded, ${counts.failed} failed`
  const lines = runs
    .slice(0, maxSlackRuns)
    .map(({ pipeline_name: name, status, error_message }) => {
      const reason = error_message ? ` – ${String(error_message)}` : ''
      return section(escapeMarkup(`${String(name)}: ${String(status)}${reason}`))
    })
  const hiddenCount = runs.length - lines.length
  return {
    text,
    blocks: [
      section(`*${text}*`),
      { type: 'divider' },
      ...lines,
      ...(hiddenCount > 0 ? [section(`_${hiddenCount} more._`)] : []),
    ],
  }
}

/** Keys in the order of the message; the database, where messages wait, does not keep it. Other keys come last. */
const order = [
  'type',
  'pipeline_name',
  'pipeline_id',
  'status',
  'month',
  'spent_in_dollars',
  'budget_in_dollars',
  'calls_are_stopped',
  'execution_id',
  'error_message',
  'message',
  'alarms',
  'total_files',
  'successful_files',
  'failed_files',
]

const positionOf = (key: string): number =>
  order.includes(key) ? order.indexOf(key) : order.length

function apiMessage({ total_files, successful_files, failed_files, ...flat }: Payload) {
  if (total_files === undefined) return flat
  return { ...flat, additional_data: { total_files, successful_files, failed_files } }
}

function slackMessage(payload: Payload) {
  const { type, pipeline_name: name, status } = payload
  const text = `${String(name)}: ${String(status)}`
  const fields = Object.entries(payload)
    // The message says in words what the list of alarms has in numbers.
    .filter(([key]) => key !== 'alarms')
    .map(([key, value]) => section(`*${titleOf(key)}:* ${escapeMarkup(String(value))}`))
  return {
    text,
    blocks: [
      section(`*${escapeMarkup(text)}*`),
      { type: 'divider' },
      ...fields,
      section(`_${reasonOf(type)}_`),
    ],
  }
}

function reasonOf(type: unknown): string {
  if (type === 'BUDGET') return 'Sent when a budget threshold was crossed.'
  if (type === 'ALARM') return 'Sent when a measure has left its band.'
  return type === 'BILLING' ? 'Sent when billing needs attention.' : 'Sent when a run ended.'
}

/** Slack rejects longer texts. */
const maxCharacters = 2900

const section = (text: string) => ({
  type: 'section',
  text: { type: 'mrkdwn', text: text.slice(0, maxCharacters) },
})

const titleOf = (key: string) =>
  key
    .split('_')
    .map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`)
    .join(' ')

/** Escapes Slack's markup, so that text of a run can neither become a link nor mention anybody. */
const escapeMarkup = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
