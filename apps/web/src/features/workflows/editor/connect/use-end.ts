import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { failuresByField } from '../../../../shared/api/refusal.ts'
import { useAlerts } from '../../../../shared/feedback/alerts.tsx'
import type { FormValues } from '../../../../shared/form/schema-form/SchemaForm.tsx'
import type { WorkflowEnd } from '../../workflow.ts'
import { endSettings, useUpdateEnd } from '../../workflows.queries.ts'

/** Manages the connector and the settings selected for a source or destination, and saves them. */
export function useEnd(end: WorkflowEnd, onClose: () => void) {
  const settings = useQuery(endSettings(end.id))
  const [connectorId, setConnectorId] = useState(end.connectorId)
  const [values, setValues] = useState<FormValues>(end.configuration)
  const [sentValues, setSentValues] = useState<FormValues>()
  const update = useUpdateEnd()
  const alerts = useAlerts()

  function save(configuration: FormValues) {
    setSentValues(configuration)
    update.mutate(
      { id: end.id, connectorId, configuration },
      {
        onSuccess: () => {
          alerts.success('Successfully updated')
          onClose()
        },
        onError: (failure) => {
          if (failuresByField(failure).size === 0) alerts.showError(failure, 'Failed to update')
        },
      },
    )
  }

  return {
    settings,
    connectorId,
    setConnectorId,
    values,
    setValues,
    save,
    isSaving: update.isPending,
    failures: nestedFailures(update.error),
    /** The settings to which the failures refer. */
    sentValues,
  }
}

export type EndChoice = ReturnType<typeof useEnd>

/** The form names its fields without the prefix `configuration`. */
const nestedFailures = (error: unknown): ReadonlyMap<string, string> =>
  new Map(
    [...failuresByField(error)].map(([name, message]) => [
      name.replace(/^configuration\./, ''),
      message,
    ]),
  )
