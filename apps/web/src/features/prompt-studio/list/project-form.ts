import type { Project } from '@recto/contract/prompt-studio'

export type ProjectValues = Pick<Project, 'tool_name' | 'author' | 'description'>
export type ProjectField = keyof ProjectValues

export const fieldOrder: readonly ProjectField[] = ['tool_name', 'author', 'description']

const missing: Record<ProjectField, string> = {
  tool_name: 'Please enter project name',
  author: 'Please enter Author/Org name',
  description: 'Please enter description',
}

/** What is wrong with the values before the server sees them, by field. */
export function lacking(values: ProjectValues): ReadonlyMap<string, string> {
  const empty = fieldOrder.filter((field) => values[field].trim() === '')
  return new Map(empty.map((field) => [field, missing[field]]))
}
