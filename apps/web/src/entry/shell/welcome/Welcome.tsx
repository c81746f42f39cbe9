import { updateUserProfile } from '@recto/contract/organizations/session'
import { useRouterState } from '@tanstack/react-router'
import { useState } from 'react'
import { useChange } from '../../../shared/api/requests.ts'
import { usePaths } from '../../../shared/navigation/paths.ts'
import { useSignedIn } from '../../../shared/session/signed-in.ts'
import { Carousel } from './Carousel.tsx'
import { platformSlides, studioSlides } from './slides.tsx'
import { useHasSubscribed } from './use-has-subscribed.ts'

type CompletedSteps = { readonly login: boolean; readonly studio: boolean }

const marksToWire = ({ login, studio }: CompletedSteps) => ({
  body: { is_login_onboarding_msg: login, is_prompt_studio_onboarding_msg: studio },
})

/** Welcomes new users to the product and to Prompt Studio. */
export function Welcome() {
  const { user, flags, organization } = useSignedIn()
  const to = usePaths()
  const pathname = useRouterState({ select: (state) => state.location.pathname })
  const hasSubscribed = useHasSubscribed()
  const [progress, setProgress] = useState<CompletedSteps>({
    login: user.hasSeenWelcome,
    studio: user.hasSeenStudio,
  })
  const [isPostponed, setPostponed] = useState(false)
  const { mutate } = useChange(updateUserProfile, { toWire: marksToWire, invalidates: [] })
  const isInStudio = pathname.startsWith(to.projects())

  function handleFinish() {
    // The second dialog is only shown after the first.
    const next: CompletedSteps = { login: true, studio: progress.login || progress.studio }
    setProgress(next)
    mutate(next)
  }

  // A tab of another organization only offers to switch.
  const isElsewhere = pathname.split('/')[1] !== encodeURIComponent(organization.name)
  if (hasSubscribed !== true || isPostponed || isElsewhere) return null
  const close = () => setPostponed(true)
  if (!progress.login) {
    return (
      <Carousel
        key="platform"
        label="Welcome"
        slides={platformSlides(to, flags.subscription === true)}
        onFinish={handleFinish}
        onClose={close}
      />
    )
  }
  if (progress.studio || !isInStudio) return null
  return (
    <Carousel
      key="studio"
      label="Prompt Studio"
      slides={studioSlides}
      onFinish={handleFinish}
      onClose={close}
    />
  )
}
