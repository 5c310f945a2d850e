import { messages as spanish } from './es-es.ts'
import type { Messages } from './messages.ts'

export const messages: Messages = {
  ...spanish,
  loadingTitle: 'Cargando el tablero…',
  noSessionText:
    'Un tablero lo abre la aplicación que lo integra, que agrega una sesión a la dirección. El inicio de sesión sin ella llegará con la consola.',
  expiredTitle: 'Tu sesión terminó',
  renewingText: 'Se está pidiendo una nueva. Lo que elegiste se conserva.',
  expiredText: 'Vuelve a abrir el tablero desde tu aplicación.',
  revokedTitle: 'Tu acceso terminó',
  revokedText: 'Ya no se muestra nada. Pregunta a quienes administran tu aplicación.',
  failedTitle: 'No se puede mostrar el tablero',
  emptyTitle: 'Este tablero está vacío',
  reportMissing: 'El reporte de esta gráfica no forma parte del tablero.',
  loaded: 'El tablero está actualizado.',
  noChoices: 'No se encontró nada.',
  choicesFailed: 'No se pudieron cargar las opciones.',
  error: 'Algo salió mal.',
  errorCode: (code, requestId) => (requestId === null ? `Código: ${code}` : `Código: ${code} · Solicitud: ${requestId}`),
  errors: {
    session_used: 'Esta sesión ya se usó: cada una abre el tablero una vez. Vuelve a abrirlo desde tu aplicación.',
    session_expired: 'Esta sesión no se usó a tiempo. Vuelve a abrir el tablero desde tu aplicación.',
    session_unknown: 'Esta sesión no se conoce. Vuelve a abrir el tablero desde tu aplicación.',
    session_revoked: 'Quienes administran tu aplicación terminaron esta sesión.',
    embed_token_expired: 'Tu sesión llegó a su fin.',
    embed_token_revoked: 'Quienes administran tu aplicación terminaron tu sesión.',
    embedding_disabled: 'La integración está desactivada.',
    embedding_not_allowed: 'Este tablero no se puede mostrar en otras páginas.',
    minting_frozen: 'Por el momento no se otorgan sesiones nuevas.',
    dashboard_not_found: 'No existe ese tablero, o no se comparte contigo.',
    dashboard_republished: 'El tablero cambió mientras tanto. Vuelve a abrirlo para verlo.',
    session_required: 'Otro tablero necesita su propia sesión. Ábrelo desde tu aplicación.',
    offline: 'No se puede acceder al servicio. Revisa tu conexión.',
    connection_lost: 'Se perdió la conexión.',
    rate_limited: 'Se pidió demasiado a la vez. Vuelve a intentarlo en un momento.',
  },
}
