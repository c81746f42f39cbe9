import { ComingPage } from '../../shared/ComingPage.tsx'

export function AdapterListRoute() {
  return <ComingPage title="Adapters" description="x" />
}
