"""Lessons: which there are, and where the learner's moves lead. Nothing is kept here."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import Response

from ridotto.match.lessons import known_lessons
from ridotto.server import jobs, wire
from ridotto.server.answers import answer, answers
from ridotto.server.routes.compression import compressed, takes_gzip
from ridotto.server.services import services

router = APIRouter(prefix="/api", tags=["lessons"])


@router.get("/lessons", summary="What can be learnt", responses=answers(tuple[wire.LessonInfo, ...]))
async def lessons() -> Response:
    lessons, _ = known_lessons()
    return answer([wire.LessonInfo(game=lesson.game, name=lesson.name, goals=len(lesson.goals)) for lesson in lessons])


@router.post("/lessons", summary="Play a lesson", responses=answers(wire.LessonState))
async def play(request: Request, asked: wire.PlayLesson) -> Response:
    """All moves so far, every time. Refused as the rules refuse a move."""
    is_zipped = takes_gzip(request)
    body = await services(request).work(request, jobs.play_lesson, asked, is_zipped)
    return compressed(body, is_zipped, **{"Cache-Control": "no-store"})
