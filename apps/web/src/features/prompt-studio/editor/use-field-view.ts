import { use } from 'react'
import { useStored } from '../../../shared/browser/use-stored.ts'
import { SignedInContext } from '../../../shared/session/signed-in.ts'
import {
  type FieldView,
  isFieldView,
  useChangeEditorSearch,
  useEditorSearch,
} from '../state/editor-search.ts'

/** The view of the prompts: that of the address, otherwise the one that this person chose last. */
export function useFieldView(): readonly [FieldView, (view: FieldView) => void] {
  // Pages that are shared with everybody have nobody signed in, and cards only.
  const userId = use(SignedInContext)?.user.id
  const { fields } = useEditorSearch()
  const changeSearch = useChangeEditorSearch()
  const [storedView, storeView] = useStored<FieldView>(`fieldView ${userId}`, isFieldView, 'cards')

  function choose(view: FieldView) {
    storeView(view)
    changeSearch({ fields: view })
  }
  return [fields ?? storedView, choose]
}
