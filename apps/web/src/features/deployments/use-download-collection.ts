import { useMutation } from '@tanstack/react-query'
import { saveFile } from '../../shared/browser/copy-text.ts'
import { useAlerts } from '../../shared/feedback/alerts.tsx'
import { type KeyKind, usePostmanCollection } from './deployments.queries.ts'

type Owner = { readonly id: string; readonly name: string }

/** Saves the Postman collection of a deployment, or of a pipeline, as a file. */
export function useDownloadCollection(kind: KeyKind, { id, name }: Owner) {
  const { mutateAsync: downloadCollection } = usePostmanCollection(kind)
  const alerts = useAlerts()

  return useMutation({
    async mutationFn() {
      saveFile(`${name}.json`, JSON.stringify(await downloadCollection(id), null, 2))
    },
    onSuccess: () => alerts.success('Collection downloaded successfully'),
    onError: (error) => alerts.showError(error, 'Failed to download the collection'),
  })
}
