import type { AdapterType } from '@recto/contract/adapters'
import { useMutation } from '@tanstack/react-query'
import type { FormValues } from '../../shared/form/schema-form/SchemaForm.tsx'
import { useCreateAdapter, useTestAdapter, useUpdateAdapter } from './adapters.queries.ts'

export type Target = {
  readonly type: AdapterType
  readonly catalogueId: string
  /** Of the adapter that is edited; a new one has none yet. */
  readonly id?: string
}

/** One call to the service with the settings as they are. */
export function useConnectionTest({ type, catalogueId }: Target) {
  const { mutateAsync: test } = useTestAdapter()
  return useMutation({
    mutationFn: (settings: FormValues) => test({ type, catalogueId, settings }),
  })
}

/** Creates or changes the adapter. */
export function useSaveAdapter({ type, catalogueId, id }: Target) {
  const { mutateAsync: create } = useCreateAdapter()
  const { mutateAsync: update } = useUpdateAdapter()

  return useMutation({
    mutationFn(settings: FormValues) {
      const filled = { type, catalogueId, settings }
      return id ? update({ ...filled, id }) : create(filled)
    },
  })
}
