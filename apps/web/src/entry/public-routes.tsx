import { omitUndefined } from '@recto/omit-undefined'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { root } from './roots.tsx'
import { StartPage } from './StartPage.tsx'

/** Pages outside organizations; most of them need no session. */
export const publicRoutes = [
  createRoute({ getParentRoute: () => root, path: '/', component: StartPage }),
  createRoute({
    getParentRoute: () => root,
    path: '/landing',
    component: lazyRouteComponent(
      () => import('../features/organizations/LandingPage.tsx'),
      'LandingPage',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/docs',
    component: lazyRouteComponent(() => import('./api-docs/ApiDocsPage.tsx'), 'ApiDocsPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/guide',
    component: lazyRouteComponent(() => import('./guide/GuidePage.tsx'), 'GuidePage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/guide/$page',
    component: lazyRouteComponent(() => import('./guide/GuidePage.tsx'), 'GuidePage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/setOrg',
    component: lazyRouteComponent(
      () => import('../features/organizations/SelectOrganizationPage.tsx'),
      'SelectOrganizationPage',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/error',
    validateSearch: (search: Record<string, unknown>) =>
      omitUndefined({
        code: typeof search.code === 'string' ? search.code : undefined,
        domain: typeof search.domain === 'string' ? search.domain : undefined,
      }),
    component: lazyRouteComponent(
      () => import('../features/organizations/AccessDeniedPage.tsx'),
      'AccessDeniedPage',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/subscription-expired',
    component: lazyRouteComponent(
      () => import('../features/organizations/SubscriptionExpiredPage.tsx'),
      'SubscriptionExpiredPage',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/login',
    component: lazyRouteComponent(
      () => import('../features/organizations/LoginPage.tsx'),
      'LoginPage',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/oauth-status',
    component: lazyRouteComponent(
      () => import('../features/organizations/OauthStatusPage.tsx'),
      'OauthStatusPage',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/payment/success',
    component: lazyRouteComponent(
      () => import('../features/billing/PaymentSuccessPage.tsx'),
      'PaymentSuccessPage',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/simple-prompt-studio',
    component: lazyRouteComponent(
      () => import('../features/simple-studio/SimpleLandingPage.tsx'),
      'SimpleLandingPage',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/simple-prompt-studio/$simpleProjectId',
    component: lazyRouteComponent(
      () => import('../features/simple-studio/SimpleProjectPage.tsx'),
      'SimpleProjectPage',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/new-organization',
    component: lazyRouteComponent(
      () => import('../features/organizations/access/NewOrganizationPage.tsx'),
      'NewOrganizationPage',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/selectProduct',
    component: lazyRouteComponent(() => import('./ProductChooser.tsx'), 'ProductChooser'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/promptStudio/share/$shareId',
    component: lazyRouteComponent(
      () => import('../features/prompt-studio/public-share/PublicProjectPage.tsx'),
      'PublicProjectPage',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/promptStudio/share/$shareId/outputAnalyzer',
    component: lazyRouteComponent(
      () => import('../features/prompt-studio/public-share/PublicAnalyzerPage.tsx'),
      'PublicAnalyzerPage',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/sign-up/confirm',
    component: lazyRouteComponent(
      () => import('../features/organizations/access/LinkPages.tsx'),
      'ConfirmAccountPage',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/invitation',
    component: lazyRouteComponent(
      () => import('../features/organizations/access/LinkPages.tsx'),
      'InvitationPage',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/passkey',
    component: lazyRouteComponent(
      () => import('../features/organizations/second-factor/PasskeySignInPage.tsx'),
      'PasskeySignInPage',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/second-factor',
    component: lazyRouteComponent(
      () => import('../features/organizations/second-factor/RequiredFactorPage.tsx'),
      'RequiredFactorPage',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/forgotten-password',
    component: lazyRouteComponent(
      () => import('../features/organizations/access/PasswordPages.tsx'),
      'ForgottenPasswordPage',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/reset-password',
    component: lazyRouteComponent(
      () => import('../features/organizations/access/PasswordPages.tsx'),
      'ResetPasswordPage',
    ),
  }),
] as const
