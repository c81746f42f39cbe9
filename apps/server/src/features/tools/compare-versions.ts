import type { ToolMetadata } from './tool-metadata.ts'

export type VersionChange = {
  /** Of the prompt; null: a setting of the tool. */
  readonly key: string | null
  readonly field: string
  readonly before: string | null
  readonly after: string | null
}

type Fields = Readonly<Record<string, unknown>>

/** What differs, field by field: the tool first, then its prompts in the order in which they stand. */
export function compareVersions(before: ToolMetadata, after: ToolMetadata): VersionChange[] {
  const tool = changesOf(null, settingsOf(before), settingsOf(after))
  const [old, now] = [promptsOf(before), promptsOf(after)]
  const keys = new Set([...now.keys(), ...old.keys()])
  const prompts = [...keys].flatMap((key) => changesOf(key, old.get(key), now.get(key)))
  return [...tool, ...prompts]
}

const settingsOf = ({ name, description, author, tool_settings }: ToolMetadata): Fields => ({
  name,
  description,
  author,
  ...tool_settings,
})

const promptsOf = ({ outputs }: ToolMetadata) =>
  new Map(outputs.map(({ name, ...fields }, place) => [name, { ...fields, place: place + 1 }]))

function changesOf(
  key: string | null,
  before: Fields | undefined,
  after: Fields | undefined,
): VersionChange[] {
  const names = new Set([...Object.keys(after ?? {}), ...Object.keys(before ?? {})])
  return [...names].flatMap((field) => {
    const [was, is] = [textOf(before?.[field]), textOf(after?.[field])]
    return was === is ? [] : [{ key, field, before: was, after: is }]
  })
}

function textOf(value: unknown): string | null {
  if (value === undefined || value === null) return null
  return typeof value === 'string' ? value : JSON.stringify(value, inOrder)
}

/** The database keeps the names of a value in an order of its own. */
const inOrder = (_name: string, value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : value
