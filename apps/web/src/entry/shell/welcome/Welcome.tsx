import { updateUserProfile } from '@recto/contract/organizations/session'
import { useRouterState } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useChange } from '../../../shared/api/requests.ts'
import { usePaths } from '../../../shared/navigation/paths.ts'
import { isReviewOnly, useSignedIn } from '../../../shared/session/signed-in.ts'
import { useStore } from '../../../shared/store/create-store.ts'
import { Carousel } from './Carousel.tsx'
import { openTour, platformSlides, studioSlides, type TourName } from './slides.tsx'
import { TourOffer } from './TourOffer.tsx'
import { useHasSubscribed } from './use-has-subscribed.ts'

/** The tours that the user has finished, or no longer wants to be offered. */
type CompletedTours = { readonly platform: boolean; readonly studio: boolean }

const marksToWire = ({ platform, studio }: CompletedTours) => ({
  body: { is_login_onboarding_msg: platform, is_prompt_studio_onboarding_msg: studio },
})

const offers: Readonly<Record<TourName, string>> = {
  platform: 'New to Recto? Five short slides show what it does.',
  studio: 'New to Prompt Studio? Four short slides show how it works.',
}

/** Offers tours to new users, and shows the one that was started. */
export function Welcome() {
  const { completedTours, complete } = useCompletedTours()
  const offeredTour = useOfferedTour(completedTours)
  const startedTour = useStore(openTour, (tour) => tour)
  // A tour ends with the session.
  useEffect(() => () => openTour.set(undefined), [])

  if (startedTour) {
    return (
      <Tour
        key={startedTour}
        name={startedTour}
        onEnd={() => {
          openTour.set(undefined)
          complete()
        }}
      />
    )
  }
  if (!offeredTour) return null
  return (
    <TourOffer
      text={offers[offeredTour]}
      onStart={() => openTour.set(offeredTour)}
      onClose={complete}
    />
  )
}

function useCompletedTours() {
  const { user } = useSignedIn()
  const [completedTours, setCompletedTours] = useState<CompletedTours>({
    platform: user.hasSeenWelcome,
    studio: user.hasSeenStudio,
  })
  const { mutate } = useChange(updateUserProfile, { toWire: marksToWire, invalidates: [] })

  /** The tour of Prompt Studio is only offered after the other one. */
  function complete() {
    const next = { platform: true, studio: completedTours.studio || completedTours.platform }
    if (completedTours.studio) return
    setCompletedTours(next)
    mutate(next)
  }
  return { completedTours, complete }
}

/** The tour of Prompt Studio is offered there, after that of the product. */
function useOfferedTour({ platform, studio }: CompletedTours): TourName | undefined {
  const { organization } = useSignedIn()
  const to = usePaths()
  const pathname = useRouterState({ select: (state) => state.location.pathname })
  const hasSubscribed = useHasSubscribed()
  // A tab of another organization only offers to switch.
  const isElsewhere = pathname.split('/')[1] !== encodeURIComponent(organization.name)
  if (hasSubscribed !== true || isElsewhere) return undefined
  if (!platform) return 'platform'
  return !studio && pathname.startsWith(to.projects()) ? 'studio' : undefined
}

type TourProps = { readonly name: TourName; onEnd(): void }

function Tour({ name, onEnd }: TourProps) {
  const signedIn = useSignedIn()
  const to = usePaths()
  const reader = {
    hasTrial: signedIn.flags.subscription === true,
    isReviewer: isReviewOnly(signedIn),
  }
  return (
    <Carousel
      label={name === 'platform' ? 'Welcome' : 'Prompt Studio'}
      slides={name === 'platform' ? platformSlides(to, reader) : studioSlides}
      onFinish={onEnd}
      onClose={onEnd}
    />
  )
}
