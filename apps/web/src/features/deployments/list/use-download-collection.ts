import { useMutation } from '@tanstack/react-query'
import { saveFile } from '../../../shared/browser/save-file.ts'
import { useAlerts } from '../../../shared/feedback/alerts.tsx'
import type { Deployment } from '../deployment.ts'
import { usePostmanCollection } from '../deployments.queries.ts'

/** Saves the deployment's Postman collection as a file. */
export function useDownloadCollection({ id, displayName }: Deployment) {
  const { mutateAsync: ask } = usePostmanCollection()
  const alerts = useAlerts()

  return useMutation({
    async mutationFn() {
      const collection = await ask(id)
      saveFile(`${displayName}.json`, JSON.stringify(collection, null, 2))
    },
    onSuccess: () => alerts.success('Collection downloaded successfully'),
    onError: (error) => alerts.failed(error, 'Failed to download the collection'),
  })
}
