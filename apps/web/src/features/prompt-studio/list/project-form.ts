import type { ProjectValues } from '../project.ts'

export type ProjectField = keyof ProjectValues

export const fieldOrder: readonly ProjectField[] = ['name', 'author', 'description']

const missingMessages: Record<ProjectField, string> = {
  name: 'Please enter project name',
  author: 'Please enter Author/Org name',
  description: 'Please enter description',
}

/** Returns the error messages of empty fields, by field. */
export function findMissingFields(values: ProjectValues): ReadonlyMap<string, string> {
  const emptyFields = fieldOrder.filter((field) => values[field].trim() === '')
  return new Map(emptyFields.map((field) => [field, missingMessages[field]]))
}
