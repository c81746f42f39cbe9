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
    mutationFn: (values: FormValues) =>
      test({
        body: { adapter_id: catalogueId, adapter_type: type, adapter_metadata: { ...values } },
      }),
  })
}

/** Creates or changes the adapter; the name leaves the settings for its own place. */
export function useSaveAdapter({ type, catalogueId, id }: Target) {
  const { mutateAsync: create } = useCreateAdapter()
  const { mutateAsync: update } = useUpdateAdapter()

  return useMutation({
    mutationFn({ adapter_name, ...adapter_metadata }: FormValues) {
      const body = {
        adapter_id: catalogueId,
        adapter_type: type,
        adapter_name: String(adapter_name ?? ''),
        adapter_metadata,
      }
      return id ? update({ params: { id }, body }) : create({ body })
    },
  })
}
