import type { NotificationRow } from '../notifications.store.ts'

type Payload = Readonly<Record<string, unknown>>

/**
 * Builds the message for the receiver: flat keys that receivers know, or blocks for a Slack
 * channel.
 */
export function messageFor(platform: NotificationRow['platform'], payload: Payload): unknown {
  const knownFields = Object.fromEntries(
    Object.entries(payload)
      .filter(([, value]) => value !== null && value !== undefined)
      .toSorted(([a], [b]) => positionOf(a) - positionOf(b)),
  )
  return platform === 'SLACK' ? slackMessage(knownFields) : apiMessage(knownFields)
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
  const fields = Object.entries(payload).map(([key, value]) =>
    section(`*${titleOf(key)}:* ${escapeMarkup(String(value))}`),
  )
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
