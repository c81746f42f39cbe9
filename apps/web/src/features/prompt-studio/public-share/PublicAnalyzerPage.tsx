import { Analyzer } from '../analyzer/Analyzer.tsx'
import { SharedPage } from './SharedPage.tsx'
import { sharedPaths } from './shared-paths.ts'

/** The outputs of a project, for everybody who has its link. */
export function PublicAnalyzerPage() {
  return (
    <SharedPage
      draw={({ shareId, ...shared }) => (
        <Analyzer {...shared} backLink={sharedPaths.project(shareId)} />
      )}
    />
  )
}
