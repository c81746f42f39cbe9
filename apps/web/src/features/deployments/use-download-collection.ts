import { useMutation } from '@tanstack/react-query'
import { saveFile } from '../../shared/browser/save-file.ts'
import { useAlerts } from '../../shared/feedback/alerts.tsx'
import { type KeyKind, usePostmanCollection } from './deployments.queries.ts'

type Owner = { readonly id: string; readonly name: string }

/** Saves the Postman collection of a deployment, or of a pipeline, as a file. */
export function useDownloadCollection(kind: KeyKind, { id, name }: Owner) {
  const { mutateAsync: ask } = usePostmanCollection(kind)
  const alerts = useAlerts()

  return useMutation({
    async mutationFn() {
      saveFile(`${name}.json`, JSON.stringify(await ask(id), null, 2))
    },
    onSuccess: () => alerts.success('Collection downloaded successfully'),
    onError: (error) => alerts.failed(error, 'Failed to download the collection'),
  })
}
