import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { isConflict } from '../../../shared/api/refusal.ts'
import { useAlerts } from '../../../shared/feedback/alerts.tsx'
import { usePaths } from '../../../shared/navigation/paths.ts'
import { project as projectQuery, useCreateProject, usePatchProject } from '../project.queries.ts'
import type { ListedProject, ProjectValues } from '../project.ts'
import { fieldOrder, type ProjectField } from './project-form.ts'

/** What somebody else has saved meanwhile of what is changed here. */
type Conflict = { readonly stored: ProjectValues; readonly fields: readonly ProjectField[] }

/** Saves what was changed, says so, and leads into a project that is new. */
export function useSaveProject(project: ListedProject | undefined, onSaved: () => void) {
  const create = useCreateProject()
  const patch = usePatchProject()
  const client = useQueryClient()
  const alerts = useAlerts()
  const navigate = useNavigate()
  const to = usePaths()
  /** What is stored as far as the form shows it, first as the dialog was opened. */
  const [seen, setSeen] = useState<ProjectValues | undefined>(project)
  const [conflict, setConflict] = useState<Conflict>()

  /** Sends what differs from `seen`, in the place of what `from` has there. */
  async function change(id: string, values: ProjectValues, from: ProjectValues) {
    const fields = changedIn(values, seen ?? from)
    const expected = pick(from, fields)
    try {
      await patch.mutateAsync({ id, changes: pick(values, fields), expected })
    } catch (refusal) {
      if (!isConflict(refusal)) throw refusal
      // A read that began before the other one saved would be joined, and say what was there then.
      await client.cancelQueries({ queryKey: projectQuery(id).queryKey })
      const stored = await client.fetchQuery({ ...projectQuery(id), staleTime: 0 })
      setConflict({ stored, fields: fields.filter((field) => stored[field] !== from[field]) })
      return
    }
    setConflict(undefined)
    alerts.success('Updated Successfully')
    onSaved()
  }

  async function run(values: ProjectValues) {
    if (project && seen) return change(project.id, values, seen)
    const made = await create.mutateAsync(values)
    alerts.success('Added Successfully')
    onSaved()
    await navigate({ to: to.project(made.id) })
  }

  return {
    run,
    conflict,
    isPending: create.isPending || patch.isPending,
    error: conflict ? null : (create.error ?? patch.error),
    /** Saves what is entered in the place of what somebody else has saved. */
    async insist(values: ProjectValues) {
      if (project && conflict) await change(project.id, values, conflict.stored)
    },
    /** Takes what somebody else has saved, but for what only this form has changed, and returns it. */
    giveUp(values: ProjectValues): ProjectValues {
      if (!conflict || !seen) return values
      const { stored, fields } = conflict
      const mine = changedIn(values, seen).filter((field) => !fields.includes(field))
      setSeen(stored)
      setConflict(undefined)
      patch.reset()
      return { ...pick(stored, fieldOrder), ...pick(values, mine) } as ProjectValues
    },
  }
}

const changedIn = (values: ProjectValues, from: ProjectValues): readonly ProjectField[] =>
  fieldOrder.filter((field) => values[field] !== from[field])

const pick = (values: ProjectValues, fields: readonly ProjectField[]): Partial<ProjectValues> =>
  Object.fromEntries(fields.map((field) => [field, values[field]]))
