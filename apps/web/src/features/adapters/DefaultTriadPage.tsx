import { ComingPage } from '../../shared/ComingPage.tsx'

export function DefaultTriadPage() {
  return <ComingPage title="Default Triad" description="x" />
}
