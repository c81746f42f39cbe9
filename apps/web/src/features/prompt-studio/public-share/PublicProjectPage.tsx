import { Editor } from '../editor/Editor.tsx'
import { PublicHeader } from './PublicHeader.tsx'
import { PublicPrompts } from './PublicPrompts.tsx'
import { SharedPage } from './SharedPage.tsx'

/** The read-only project page for everybody who has its link. */
export function PublicProjectPage() {
  return (
    <SharedPage
      render={({ shareId, ...shared }) => (
        <Editor
          {...shared}
          header={<PublicHeader shareId={shareId} />}
          renderPrompts={(outputs) => <PublicPrompts outputs={outputs} />}
        />
      )}
    />
  )
}
