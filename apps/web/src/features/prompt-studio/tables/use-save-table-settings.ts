import { useQueryClient } from '@tanstack/react-query'
import type { FormInstance } from 'antd'
import { useState } from 'react'
import { failuresByField, isConflict, Refusal } from '../../../shared/api/refusal.ts'
import { useAlerts } from '../../../shared/feedback/alerts.tsx'
import type { Prompt } from '../prompt.ts'
import { useEditor } from '../state/editor-context.ts'
import {
  tableSettings,
  useCreateTableSettings,
  useUpdateTableSettings,
} from '../table-settings.queries.ts'
import type { ListReading, StoredReading } from '../table-settings.ts'

/** The form's tag field holds a list, here with at most one item. */
export type ReadingForm = Omit<ListReading, 'documentType'> & {
  readonly documentType: readonly string[]
}

type Options = {
  readonly prompt: Prompt
  /** The settings that were stored when the form was opened. */
  readonly stored: StoredReading
  readonly form: FormInstance<ReadingForm>
  readonly onClose: () => void
}

type Field = keyof ListReading

/**
 * The settings stored by somebody else, and the fields in which they conflict with the user's
 * changes.
 */
type Conflict = { readonly stored: StoredReading; readonly fields: readonly Field[] }

/** Creates the settings of a prompt, or sends the changed ones. */
export function useSaveTableSettings({ prompt, stored, form, onClose }: Options) {
  const { project } = useEditor()
  const client = useQueryClient()
  const create = useCreateTableSettings()
  const update = useUpdateTableSettings()
  const alerts = useAlerts()
  /** The stored settings that the form is based on. */
  const [seen, setSeen] = useState(stored)
  const [conflict, setConflict] = useState<Conflict>()

  /** Sends the fields that differ from `seen`. `from` holds the stored values that they replace. */
  async function save(mine: ListReading, from: StoredReading): Promise<void> {
    const changes = changesOf(seen, mine)
    const fields = Object.keys(changes) as Field[]
    const { id } = from
    try {
      if (id === null) {
        await create.mutateAsync({ promptId: prompt.id, projectId: project.id, changes })
      } else await update.mutateAsync({ id, changes, expected: pick(from, fields) })
    } catch (refusal) {
      if (!isOvertaken(refusal)) return showFailures(refusal)
      // A request that started before the other user saved would be reused and return the old
      // settings.
      await client.cancelQueries({ queryKey: tableSettings(prompt.id).queryKey })
      const now = await client.fetchQuery({ ...tableSettings(prompt.id), staleTime: 0 })
      const others = fields.filter((field) => !isSame(now[field], from[field]))
      create.reset()
      // Somebody else created the settings, but with no other values in the fields changed here.
      if (id === null && others.length === 0) return save(mine, now)
      return setConflict({ stored: now, fields: others })
    }
    const done = id === null ? 'created' : 'updated'
    alerts.success(`Successfully ${done} the table extraction settings`)
    onClose()
  }

  function showFailures(refusal: unknown) {
    const failures = [...failuresByField(refusal)].map(([name, words]) => ({
      name: name as keyof ReadingForm,
      errors: [words],
    }))
    form.setFields(failures)
  }

  return {
    run: (values: ReadingForm) => save(readingOf(values), seen),
    isPending: create.isPending || update.isPending,
    error: conflict ? null : (create.error ?? update.error),
    conflict,
    /** Saves the entered values over those stored by somebody else. */
    async insist() {
      if (!conflict) return
      setConflict(undefined)
      await save(readingOf(form.getFieldsValue()), conflict.stored)
    },
    /**
     * Takes over the values stored by somebody else, except in fields that only this form has
     * changed.
     */
    giveUp() {
      if (!conflict) return
      const { stored: now, fields } = conflict
      const changes = Object.entries(changesOf(seen, readingOf(form.getFieldsValue())))
      const mine = changes.filter(([field]) => !fields.includes(field as Field))
      form.setFieldsValue(formOf({ ...now, ...Object.fromEntries(mine) }))
      setSeen(now)
      setConflict(undefined)
      update.reset()
    },
  }
}

export const formOf = ({ documentType, ...others }: StoredReading): ReadingForm => ({
  ...others,
  documentType: documentType ? [documentType] : [],
})

/** Converts the values of the form to settings. */
export const readingOf = ({
  documentType: [documentType = ''],
  ...others
}: ReadingForm): ListReading => ({ ...others, documentType })

/** Whether somebody else has changed or created the settings of the prompt. */
const isOvertaken = (refusal: unknown): boolean =>
  isConflict(refusal) ||
  (refusal instanceof Refusal && refusal.failures.some(({ code }) => code === 'unique'))

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

const pick = (from: ListReading, fields: readonly Field[]): Partial<ListReading> =>
  Object.fromEntries(fields.map((field) => [field, from[field]]))

function changesOf(stored: StoredReading, next: ListReading): Partial<ListReading> {
  const isChanged = ([field, value]: [string, unknown]) =>
    !isSame(value, stored[field as keyof ListReading])
  return Object.fromEntries(Object.entries(next).filter(isChanged))
}
