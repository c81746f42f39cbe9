import type { ProjectValues } from '../project.ts'

export type ProjectField = keyof ProjectValues

export const fieldOrder: readonly ProjectField[] = ['name', 'author', 'description']

const missing: Record<ProjectField, string> = {
  name: 'Please enter project name',
  author: 'Please enter Author/Org name',
  description: 'Please enter description',
}

/** What is wrong with the values before the server sees them, by field. */
export function lacking(values: ProjectValues): ReadonlyMap<string, string> {
  const empty = fieldOrder.filter((field) => values[field].trim() === '')
  return new Map(empty.map((field) => [field, missing[field]]))
}
