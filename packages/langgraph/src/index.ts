export { fitTranscript } from "./fit-transcript.ts";
export type { FitInput, FittedTranscript } from "./fit-transcript.ts";
export { projectMessage, toolCallsOf } from "./project-message.ts";
export type { AnsweredCall } from "./project-message.ts";
export { projectTool } from "./project-tool.ts";
export { projectTranscript } from "./project-transcript.ts";
export type {
  MessageSegmentKind,
  ProjectedTranscript,
  TranscriptOptions,
  TranscriptTurn,
} from "./project-transcript.ts";
export { segmentTagOf, tagSegment } from "./segment-tag.ts";
export type { FrameSegment, SegmentTag } from "./segment-tag.ts";
export { evictedTurns, standAfter, turnKey } from "./standing-window.ts";
export type { StandingWindow } from "./standing-window.ts";
