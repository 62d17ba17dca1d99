import { Component, type ReactNode } from 'react'
import { CrashScreen } from './crash-screen.tsx'

interface ErrorBoundaryProps {
  children: ReactNode
}

/** Catches rendering errors of a screen and shows an error page with links. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { crashed: boolean }> {
  override state = { crashed: false }

  static getDerivedStateFromError() {
    return { crashed: true }
  }

  override render() {
    return this.state.crashed ? <CrashScreen /> : this.props.children
  }
}
