import { lazyRouteComponent } from '@tanstack/react-router'
import { usePlan } from '../features/billing/use-plan.ts'
import { APPS, type OptionalModules } from '../shared/modules/modules.ts'
import { ToSimpleReview } from './prefix-routes.tsx'

const loadBilling = () => import('../features/billing/BillingDashboardPage.tsx')
const loadLedger = () => import('../features/billing/LedgerPage.tsx')
const loadPricing = () => import('../features/billing/PricingPage.tsx')
const loadApps = () => import('../features/chat-apps/AppListPage.tsx')
const loadApp = () => import('../features/chat-apps/AppPage.tsx')
const loadReviewSettings = () => import('../features/review/settings/ReviewSettingsPage.tsx')
const loadProgress = () => import('../features/review/progress/ReviewProgressPage.tsx')
const loadReview = () => import('../features/review/ReviewPage.tsx')

const loadTextDashboard = () => import('../features/text-service/TextDashboardPage.tsx')
const loadTextKeys = () => import('../features/text-service/TextKeysPage.tsx')
const loadTextAccount = () => import('../features/text-service/TextAccountPage.tsx')
const loadVerticals = () => import('./VerticalsPage.tsx')
const loadPlayground = () => import('../features/text-service/playground/PlaygroundPage.tsx')

/** The optional modules in this build; see `shared/modules/modules.ts` for the possible ones. */
export const modules: OptionalModules = {
  pages: [
    { path: APPS, component: lazyRouteComponent(loadApps, 'AppListPage') },
    { path: `${APPS}/$app`, component: lazyRouteComponent(loadApp, 'AppPage') },
    { path: '/review', component: lazyRouteComponent(loadReview, 'ReviewPage') },
    { path: '/review/approve', component: lazyRouteComponent(loadReview, 'ApprovePage') },
    {
      path: '/review/download_and_sync',
      component: lazyRouteComponent(loadReview, 'DownloadPage'),
    },
    { path: '/review/progress', component: lazyRouteComponent(loadProgress, 'ReviewProgressPage') },
    { path: '/simple_review', component: ToSimpleReview },
    {
      path: '/simple_review/review',
      component: lazyRouteComponent(loadReview, 'SimpleReviewPage'),
    },
    {
      path: '/simple_review/approve',
      component: lazyRouteComponent(loadReview, 'SimpleApprovePage'),
    },
    { path: '/dashboard', component: lazyRouteComponent(loadBilling, 'BillingDashboardPage') },
    {
      path: '/dashboard/ledger',
      component: lazyRouteComponent(loadLedger, 'LedgerPage'),
      isForAdmins: true,
    },
    {
      path: '/pricing',
      component: lazyRouteComponent(loadPricing, 'PricingPage'),
      isForAdmins: true,
    },
    {
      path: '/settings/review',
      component: lazyRouteComponent(loadReviewSettings, 'ReviewSettingsPage'),
    },
  ],
  usePlan,
  products: [
    {
      id: 'llm-whisperer',
      pages: [
        {
          path: '/dashboard',
          component: lazyRouteComponent(loadTextDashboard, 'TextDashboardPage'),
        },
        { path: '/api-keys', component: lazyRouteComponent(loadTextKeys, 'TextKeysPage') },
        { path: '/account', component: lazyRouteComponent(loadTextAccount, 'TextAccountPage') },
        { path: '/playground', component: lazyRouteComponent(loadPlayground, 'PlaygroundPage') },
      ],
    },
    {
      id: 'verticals',
      isHidden: true,
      pages: [
        { path: '/', component: lazyRouteComponent(loadVerticals, 'VerticalsPage') },
        { path: '/subscriptions', component: lazyRouteComponent(loadVerticals, 'VerticalsPage') },
      ],
    },
  ],
}
