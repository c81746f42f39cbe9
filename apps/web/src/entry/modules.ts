import { lazyRouteComponent } from '@tanstack/react-router'
import { usePlan } from '../features/billing/use-plan.ts'
import { APPS, type OptionalModules } from '../shared/modules/modules.ts'

const ofBilling = () => import('../features/billing/BillingDashboardPage.tsx')
const ofPricing = () => import('../features/billing/PricingPage.tsx')
const ofApps = () => import('../features/chat-apps/AppListPage.tsx')
const ofApp = () => import('../features/chat-apps/AppPage.tsx')
const ofSettings = () => import('../features/review/settings/ReviewSettingsPage.tsx')
const ofProgress = () => import('../features/review/progress/ReviewProgressPage.tsx')
const ofReview = () => import('../features/review/ReviewPage.tsx')

const ofTextDashboard = () => import('../features/text-service/TextDashboardPage.tsx')
const ofTextKeys = () => import('../features/text-service/TextKeysPage.tsx')
const ofTextAccount = () => import('../features/text-service/TextAccountPage.tsx')
const ofPlayground = () => import('../features/text-service/playground/PlaygroundPage.tsx')

/** The optional modules in this build; see `shared/modules/modules.ts` for the possible ones. */
export const modules: OptionalModules = {
  pages: [
    { path: APPS, component: lazyRouteComponent(ofApps, 'AppListPage') },
    { path: `${APPS}/$app`, component: lazyRouteComponent(ofApp, 'AppPage') },
    { path: '/review', component: lazyRouteComponent(ofReview, 'ReviewPage') },
    { path: '/review/approve', component: lazyRouteComponent(ofReview, 'ApprovePage') },
    {
      path: '/review/download_and_sync',
      component: lazyRouteComponent(ofReview, 'DownloadPage'),
    },
    { path: '/review/progress', component: lazyRouteComponent(ofProgress, 'ReviewProgressPage') },
    { path: '/simple_review/review', component: lazyRouteComponent(ofReview, 'SimpleReviewPage') },
    {
      path: '/simple_review/approve',
      component: lazyRouteComponent(ofReview, 'SimpleApprovePage'),
    },
    { path: '/dashboard', component: lazyRouteComponent(ofBilling, 'BillingDashboardPage') },
    {
      path: '/pricing',
      component: lazyRouteComponent(ofPricing, 'PricingPage'),
      isForAdmins: true,
    },
    { path: '/settings/review', component: lazyRouteComponent(ofSettings, 'ReviewSettingsPage') },
  ],
  usePlan,
  products: [
    {
      id: 'llm-whisperer',
      pages: [
        {
          path: '/dashboard',
          component: lazyRouteComponent(ofTextDashboard, 'TextDashboardPage'),
        },
        { path: '/api-keys', component: lazyRouteComponent(ofTextKeys, 'TextKeysPage') },
        { path: '/account', component: lazyRouteComponent(ofTextAccount, 'TextAccountPage') },
        { path: '/playground', component: lazyRouteComponent(ofPlayground, 'PlaygroundPage') },
      ],
    },
  ],
}
