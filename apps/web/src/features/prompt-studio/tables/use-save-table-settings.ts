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

type SaveTableSettingsOptions = {
  readonly prompt: Prompt
  /** The settings that were stored when the form was opened. */
  readonly storedReading: StoredReading
  readonly form: FormInstance<ReadingForm>
  readonly onClose: () => void
}

type Field = keyof ListReading

/**
 * The settings stored by another user, and the fields in which they conflict with the user's
 * changes.
 */
type Conflict = { readonly storedReading: StoredReading; readonly fields: readonly Field[] }

/** Creates the settings of a prompt, or sends the changed ones. */
export function useSaveTableSettings({
  prompt,
  storedReading,
  form,
  onClose,
}: SaveTableSettingsOptions) {
  const { project } = useEditor()
  const client = useQueryClient()
  const create = useCreateTableSettings()
  const update = useUpdateTableSettings()
  const alerts = useAlerts()
  /** The stored settings that the form is based on. */
  const [baseReading, setBaseReading] = useState(storedReading)
  const [conflict, setConflict] = useState<Conflict>()

  /** Sends the fields that differ from `baseReading`; `expectedReading` holds the stored values that they replace. */
  async function save(ownReading: ListReading, expectedReading: StoredReading): Promise<void> {
    const changes = changesOf(baseReading, ownReading)
    const fields = Object.keys(changes) as Field[]
    const { id } = expectedReading
    try {
      if (id === null) {
        await create.mutateAsync({ promptId: prompt.id, projectId: project.id, changes })
      } else await update.mutateAsync({ id, changes, expected: pick(expectedReading, fields) })
    } catch (refusal) {
      if (!isChangedByOthers(refusal)) return showFailures(refusal)
      // A request that started before the other user saved would be reused and return the old
      // settings.
      await client.cancelQueries({ queryKey: tableSettings(prompt.id).queryKey })
      const currentReading = await client.fetchQuery({ ...tableSettings(prompt.id), staleTime: 0 })
      const conflictingFields = fields.filter(
        (field) => !isSame(currentReading[field], expectedReading[field]),
      )
      create.reset()
      // Another user created the settings, but with no other values in the fields changed here.
      if (id === null && conflictingFields.length === 0) return save(ownReading, currentReading)
      return setConflict({ storedReading: currentReading, fields: conflictingFields })
    }
    const done = id === null ? 'created' : 'updated'
    alerts.success(`Successfully ${done} the table extraction settings`)
    onClose()
  }

  function showFailures(refusal: unknown) {
    const failures = [...failuresByField(refusal)].map(([name, message]) => ({
      name: name as keyof ReadingForm,
      errors: [message],
    }))
    form.setFields(failures)
  }

  return {
    run: (values: ReadingForm) => save(readingOf(values), baseReading),
    isPending: create.isPending || update.isPending,
    error: conflict ? null : (create.error ?? update.error),
    conflict,
    /** Saves the entered values over those stored by another user. */
    async insist() {
      if (!conflict) return
      setConflict(undefined)
      await save(readingOf(form.getFieldsValue()), conflict.storedReading)
    },
    /**
     * Takes over the values stored by another user, except in fields that only this form has
     * changed.
     */
    takeOverStored() {
      if (!conflict) return
      const { storedReading: currentReading, fields } = conflict
      const changes = Object.entries(changesOf(baseReading, readingOf(form.getFieldsValue())))
      const ownChanges = changes.filter(([field]) => !fields.includes(field as Field))
      form.setFieldsValue(formOf({ ...currentReading, ...Object.fromEntries(ownChanges) }))
      setBaseReading(currentReading)
      setConflict(undefined)
      update.reset()
    },
  }
}

export const formOf = ({ documentType, ...reading }: StoredReading): ReadingForm => ({
  ...reading,
  documentType: documentType ? [documentType] : [],
})

/** Converts the values of the form to settings. */
export const readingOf = ({
  documentType: [documentType = ''],
  ...reading
}: ReadingForm): ListReading => ({ ...reading, documentType })

/** Whether another user has changed or created the settings of the prompt. */
const isChangedByOthers = (refusal: unknown): boolean =>
  isConflict(refusal) ||
  (refusal instanceof Refusal && refusal.failures.some(({ code }) => code === 'unique'))

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

const pick = (from: ListReading, fields: readonly Field[]): Partial<ListReading> =>
  Object.fromEntries(fields.map((field) => [field, from[field]]))

function changesOf(storedReading: StoredReading, next: ListReading): Partial<ListReading> {
  const isChanged = ([field, value]: [string, unknown]) =>
    !isSame(value, storedReading[field as keyof ListReading])
  return Object.fromEntries(Object.entries(next).filter(isChanged))
}
