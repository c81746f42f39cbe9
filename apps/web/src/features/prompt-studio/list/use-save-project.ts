import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { isConflict } from '../../../shared/api/refusal.ts'
import { useAlerts } from '../../../shared/feedback/alerts.tsx'
import { usePaths } from '../../../shared/navigation/paths.ts'
import { project as projectQuery, useCreateProject, usePatchProject } from '../project.queries.ts'
import type { ListedProject, ProjectValues } from '../project.ts'
import { fieldOrder, type ProjectField } from './project-form.ts'

/**
 * The values stored by another user, and the fields in which they conflict with the user's
 * changes.
 */
type Conflict = { readonly storedValues: ProjectValues; readonly fields: readonly ProjectField[] }

/** Saves the changed fields of a project, or creates a project and opens it. */
export function useSaveProject(project: ListedProject | undefined, onSaved: () => void) {
  const create = useCreateProject()
  const patch = usePatchProject()
  const client = useQueryClient()
  const alerts = useAlerts()
  const navigate = useNavigate()
  const paths = usePaths()
  /** The stored values as the form knows them, initially as the dialog was opened. */
  const [knownValues, setKnownValues] = useState<ProjectValues | undefined>(project)
  const [conflict, setConflict] = useState<Conflict>()

  /** Saves the fields that differ from `knownValues`, expecting `expectedValues` to be stored. */
  async function change(id: string, values: ProjectValues, expectedValues: ProjectValues) {
    const fields = listChangedFields(values, knownValues ?? expectedValues)
    const expected = pick(expectedValues, fields)
    try {
      await patch.mutateAsync({ id, changes: pick(values, fields), expected })
    } catch (refusal) {
      if (!isConflict(refusal)) throw refusal
      // A request that is already pending may return the values from before the conflicting change.
      await client.cancelQueries({ queryKey: projectQuery(id).queryKey })
      const storedProject = await client.fetchQuery({ ...projectQuery(id), staleTime: 0 })
      setConflict({
        storedValues: storedProject,
        fields: fields.filter((field) => storedProject[field] !== expectedValues[field]),
      })
      return
    }
    setConflict(undefined)
    alerts.success('Updated Successfully')
    onSaved()
  }

  async function run(values: ProjectValues) {
    if (project && knownValues) return change(project.id, values, knownValues)
    const createdProject = await create.mutateAsync(values)
    alerts.success('Added Successfully')
    onSaved()
    await navigate({ to: paths.project(createdProject.id) })
  }

  return {
    run,
    conflict,
    isPending: create.isPending || patch.isPending,
    error: conflict ? null : (create.error ?? patch.error),
    /** Saves the entered values over those stored by another user. */
    async overwrite(values: ProjectValues) {
      if (project && conflict) await change(project.id, values, conflict.storedValues)
    },
    /** Returns the values stored by another user, with the user's changes to all other fields. */
    discard(values: ProjectValues): ProjectValues {
      if (!conflict || !knownValues) return values
      const { storedValues, fields } = conflict
      const ownFields = listChangedFields(values, knownValues).filter(
        (field) => !fields.includes(field),
      )
      setKnownValues(storedValues)
      setConflict(undefined)
      patch.reset()
      return { ...pick(storedValues, fieldOrder), ...pick(values, ownFields) } as ProjectValues
    },
  }
}

const listChangedFields = (
  values: ProjectValues,
  previousValues: ProjectValues,
): readonly ProjectField[] => fieldOrder.filter((field) => values[field] !== previousValues[field])

const pick = (values: ProjectValues, fields: readonly ProjectField[]): Partial<ProjectValues> =>
  Object.fromEntries(fields.map((field) => [field, values[field]]))
