import { isContainer } from '@recto/exact-json/exact-number'
import type { ToolMetadata } from './tool-metadata.ts'

export type VersionChange = {
  /** Key of the prompt; null for a setting of the tool. */
  readonly key: string | null
  readonly field: string
  readonly before: string | null
  readonly after: string | null
}

type Fields = Readonly<Record<string, unknown>>

/** Lists the changed fields: those of the tool first, then those of its prompts in order. */
export function compareVersions(previous: ToolMetadata, next: ToolMetadata): VersionChange[] {
  const toolChanges = listChanges(null, toSettings(previous), toSettings(next))
  const previousPrompts = mapPrompts(previous)
  const updatedPrompts = mapPrompts(next)
  const keys = new Set([...updatedPrompts.keys(), ...previousPrompts.keys()])
  const promptChanges = [...keys].flatMap((key) =>
    listChanges(key, previousPrompts.get(key), updatedPrompts.get(key)),
  )
  return [...toolChanges, ...promptChanges]
}

const toSettings = ({ name, description, author, tool_settings }: ToolMetadata): Fields => ({
  name,
  description,
  author,
  ...tool_settings,
})

const mapPrompts = ({ outputs }: ToolMetadata) =>
  new Map(
    outputs.map(({ name, ...fields }, position) => [name, { ...fields, place: position + 1 }]),
  )

function listChanges(
  key: string | null,
  previous: Fields | undefined,
  next: Fields | undefined,
): VersionChange[] {
  const names = new Set([...Object.keys(next ?? {}), ...Object.keys(previous ?? {})])
  return [...names]
    .map((field) => {
      const previousText = toText(previous?.[field])
      const updatedText = toText(next?.[field])
      return previousText === updatedText
        ? undefined
        : { key, field, before: previousText, after: updatedText }
    })
    .filter((value) => value !== undefined)
}

function toText(value: unknown): string | null {
  if (value === undefined || value === null) return null
  return typeof value === 'string' ? value : JSON.stringify(value, sortKeys)
}

/** jsonb does not preserve the order of keys. */
const sortKeys = (_name: string, value: unknown) =>
  isContainer(value) && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : value
