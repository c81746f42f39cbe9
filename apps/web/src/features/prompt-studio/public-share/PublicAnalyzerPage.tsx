import { Analyzer } from '../analyzer/Analyzer.tsx'
import { SharedPage, sharedPaths } from './SharedPage.tsx'

/** The outputs of a project, for everybody who has its link. */
export function PublicAnalyzerPage() {
  return (
    <SharedPage
      render={({ shareId, ...shared }) => (
        <Analyzer {...shared} backLink={sharedPaths.project(shareId)} />
      )}
    />
  )
}
