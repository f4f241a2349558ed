.PHONY: run test check bench demo mutants
run test check bench demo mutants:
	@python3 dev.py $@
